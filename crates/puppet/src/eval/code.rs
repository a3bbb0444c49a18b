//! Code: the lowered form of a program.
//!
//! A program is lowered once from its tree and can be evaluated any number of times. Lowering
//! replaces
//!
//! - variables by slots in the frames of the enclosing calls
//! - names of functions by the functions
//! - literals by values
//! - types with constant parameters by expressions that are evaluated once
//!
//! Nodes are in an arena and refer to each other by index, so that dropping deep code does not
//! recurse. For each node the code also stores the position of its errors.

use crate::eval::function::{Find, Function};
use crate::mode::Mode;
use crate::syntax::tree::{
    AttributeOp, BinaryOp, Collects, NameId, Program, ResourceForm, Settings,
};
use crate::types::alias::cmp_names;
use polycty_core::source::Diagnostic;
use polycty_core::syntax::{Arena, Id};
use polycty_core::types::{KeyedMap, Str};
use polycty_core::values::Value;

/// The index of a node.
pub(crate) type ExprId = Id<Expr>;

/// An expression with resolved names.
#[derive(Debug)]
pub(crate) enum Expr {
    /// A constant.
    Constant(Value),
    /// A variable, by its index.
    Variable(u32),
    /// A parameter in a default, which may have no value yet.
    Early(Box<Early>),
    /// `$0`, `$1`: a group of the last match.
    Matched(u32),
    /// The name of a type that is not built in.
    TypeName(Str),
    /// A type with constant parameters, made once: its index among the kept types, and the
    /// expression.
    Kept(u32, ExprId),
    Array(Box<[ExprId]>),
    Hash(Box<[Pair]>),
    /// A text of several parts.
    Text(Box<[ExprId]>),
    /// A text that must follow a syntax: json, base64 or pp.
    Checked(ExprId, Str),
    /// `*`: splices several values.
    Splat(ExprId),
    Not(ExprId),
    Negate(ExprId),
    /// A binary operator.
    Binary(BinaryOp, ExprId, ExprId),
    /// Several operators of one precedence, from left to right.
    Chain(ExprId, Box<[Link]>),
    Access(ExprId, Box<[ExprId]>),
    Call(Box<Call>),
    /// An assignment to a variable of the frame.
    Assign(Target, ExprId),
    /// An assignment to several variables.
    Destructure(Box<Targets>, ExprId),
    /// `if` and `unless`.
    If(Box<Conditional>),
    Case(Box<Case>),
    Selector(Box<Case>),
    /// Statements; the value is that of the last one.
    Block(Box<[ExprId]>),
    /// Text of a template.
    Render(ExprId),
    /// Resources of a type.
    Resource(Box<Resource>),
    /// Attributes of resources that are declared elsewhere.
    Settings(Box<ResourceSettings>),
    /// A collector of resources.
    Collector(Box<Collector>),
    /// An expression that needs a catalog, by Puppet's label.
    Catalog(&'static str),
}

/// A parameter in its own default or in that of an earlier parameter.
#[derive(Debug)]
pub(crate) struct Early {
    /// The parameter.
    pub(crate) name: NameId,
    /// The parameter of the default.
    pub(crate) of: NameId,
    /// The number of lambdas outward to the frame of the parameters, and the slot there.
    pub(crate) hops: u32,
    pub(crate) slot: u32,
}

/// An operator, its position and its right operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) operator: BinaryOp,
    pub(crate) at: u32,
    pub(crate) right: ExprId,
}

/// An entry of a hash.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) key: ExprId,
    pub(crate) value: ExprId,
}

/// A variable: its name and its possible slots. The innermost frame with a value counts.
#[derive(Debug)]
pub(crate) struct Variable {
    /// The name as written.
    pub(crate) name: Str,
    pub(crate) slots: Vec<Slot>,
}

/// A place for a variable's value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Slot {
    /// A slot of the frame a number of lambdas outward.
    Outward(u32, u32),
    /// By name, among the variables of the program or the host.
    Global,
}

/// A call.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) name: Str,
    pub(crate) callee: Callee,
    /// The form, which errors depend on.
    pub(crate) form: Form,
    pub(crate) args: Box<[ExprId]>,
    pub(crate) block: Option<Lambda>,
}

/// The callee.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    /// A function of the language.
    Own(&'static Function),
    /// A function of the same text.
    Here(u32),
    /// A function that the host defines or loads.
    Named,
}

/// The syntactic form of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Function,
    Method,
}

/// A lambda, the body of a function, or the parameters of a class.
#[derive(Debug)]
pub(crate) struct Lambda {
    pub(crate) parameters: Box<[Parameter]>,
    pub(crate) returns: Option<ExprId>,
    pub(crate) body: ExprId,
    /// The frame of the text in which it runs.
    pub(crate) frame: u32,
    /// The index of its type among the kept types.
    pub(crate) kept: u32,
}

/// A parameter; its slot in the frame is its number.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: Str,
    pub(crate) slot: u32,
    pub(crate) ty: Option<ExprId>,
    pub(crate) default: Option<ExprId>,
    pub(crate) kind: ParameterKind,
    pub(crate) at: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParameterKind {
    One,
    /// `*$rest`: all further arguments.
    Rest,
}

/// The target of an assignment to a variable of the frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) slot: u32,
    pub(crate) name: NameId,
}

/// The targets of an assignment of several values.
#[derive(Debug)]
pub(crate) enum Targets {
    One(Target),
    Several(Box<[Targets]>),
}

/// The branches of an `if` or an `unless`, in order: the test and the body.
#[derive(Debug)]
pub(crate) struct Conditional {
    pub(crate) branches: Box<[(Test, ExprId)]>,
}

/// The test of a branch.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Test {
    If(ExprId),
    Unless(ExprId),
    Else,
}

#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) value: ExprId,
    pub(crate) options: Box<[CaseOption]>,
}

/// An option: its values and its body.
#[derive(Debug)]
pub(crate) struct CaseOption {
    pub(crate) values: Box<[CaseValue]>,
    pub(crate) then: ExprId,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum CaseValue {
    Default,
    Value(ExprId),
}

/// Resources of a type: for each body its title or titles, and attributes.
#[derive(Debug)]
pub(crate) struct Resource {
    pub(crate) form: ResourceForm,
    pub(crate) ty: ExprId,
    pub(crate) bodies: Box<[ResourceBody]>,
}

#[derive(Debug)]
pub(crate) struct ResourceBody {
    pub(crate) title: CaseValue,
    pub(crate) attributes: Box<[Attribute]>,
}

/// An attribute that is set.
#[derive(Debug)]
pub(crate) struct Attribute {
    pub(crate) operator: AttributeOp,
    pub(crate) name: Str,
    pub(crate) value: ExprId,
    /// The position of the name.
    pub(crate) at: u32,
}

/// Attributes of resources that are declared elsewhere.
#[derive(Debug)]
pub(crate) struct ResourceSettings {
    pub(crate) of: Settings,
    pub(crate) target: ExprId,
    pub(crate) attributes: Box<[Attribute]>,
}

/// `T <| query |> { attributes }`
#[derive(Debug)]
pub(crate) struct Collector {
    pub(crate) collects: Collects,
    /// The name of the resource type, as written.
    pub(crate) ty: Str,
    pub(crate) attributes: Box<[Attribute]>,
    /// The condition; `None` matches every resource.
    pub(crate) query: Option<Query>,
}

/// The condition of a collector.
#[derive(Debug)]
pub(crate) enum Query {
    /// The attribute equals the value, or does not.
    Compare(Str, Compares, ExprId),
    /// All conditions hold.
    All(Box<[Query]>),
    /// One of the conditions holds.
    Any(Box<[Query]>),
}

/// The comparison of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compares {
    Equal,
    NotEqual,
}

/// A function that is defined in a text.
#[derive(Debug)]
pub(crate) struct Defined {
    pub(crate) name: Str,
    pub(crate) lambda: Lambda,
    pub(crate) at: u32,
}

/// A type alias of a text: its name and the text of its definition.
#[derive(Debug)]
pub(crate) struct AliasText {
    pub(crate) name: Str,
    pub(crate) body: Str,
    /// The names of types in the definition.
    pub(crate) uses: Box<[Str]>,
    /// The type set to which it belongs, and with which it is resolved.
    pub(crate) set: Option<Str>,
    pub(crate) at: u32,
}

/// A class or a defined type.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) name: Str,
    pub(crate) kind: ClassKind,
    pub(crate) lambda: Lambda,
    pub(crate) at: u32,
}

/// A node definition; its body is a lambda without parameters.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) matches: Box<[NodeMatch]>,
    pub(crate) lambda: Lambda,
    pub(crate) at: u32,
}

/// The name of a node definition.
#[derive(Clone, Debug)]
pub(crate) enum NodeMatch {
    Default,
    Name(Str),
    /// The source of a regular expression.
    Regexp(Str),
}

/// The kind of a class: a class, with its parent, or a defined type.
#[derive(Debug)]
pub(crate) enum ClassKind {
    Class { parent: Option<Str> },
    DefinedType,
}

/// A lowered text.
#[derive(Debug)]
pub(crate) struct Unit {
    /// The tree, with its line index.
    pub(crate) tree: Program,
    /// The version of the language.
    pub(crate) mode: Mode,
    /// Returns a function of the language.
    pub(crate) find: Find,
    pub(crate) code: Arena<Expr>,
    /// The position of the errors of each node.
    pub(crate) positions: Vec<u32>,
    /// The position of errors about each node as an operand: that of its parentheses, if any.
    pub(crate) outsides: Vec<u32>,
    pub(crate) variables: Vec<Variable>,
    /// The names of each frame's variables, by slot; the program's frame is last.
    pub(crate) frames: Vec<Box<[Str]>>,
    pub(crate) body: ExprId,
    /// The variables of the program itself, by name.
    pub(crate) top: KeyedMap<Str, u32>,
    /// The number of kept types, including those of lambdas.
    pub(crate) kept: u32,
    pub(crate) functions: Vec<Defined>,
    /// Their indices, ordered by name.
    pub(crate) function_numbers: Vec<u32>,
    /// Puppet's message for a name that is defined twice.
    pub(crate) redefinition: Option<String>,
    /// By name, in the order of [`cmp_names`].
    pub(crate) aliases: Vec<AliasText>,
    /// By name.
    pub(crate) classes: Vec<Class>,
    /// The node definitions, in the order of the text.
    pub(crate) nodes: Vec<Node>,
    /// The warnings of the validation.
    pub(crate) warnings: Vec<Diagnostic>,
    /// The parameters that a template declares.
    pub(crate) template: Option<Lambda>,
}

impl Unit {
    /// The position of the errors of a node.
    #[inline]
    pub(crate) fn position(&self, id: ExprId) -> u32 {
        self.positions[id.number()]
    }

    /// The position of errors about an operand.
    #[inline]
    pub(crate) fn outside(&self, id: ExprId) -> u32 {
        self.outsides[id.number()]
    }

    pub(crate) fn alias(&self, name: &str) -> Option<&AliasText> {
        let before = |alias: &AliasText| cmp_names(&alias.name, name).is_lt();
        let at = self.aliases.partition_point(before);
        let found = self.aliases.get(at);
        found.filter(|alias| cmp_names(&alias.name, name).is_eq())
    }

    pub(crate) fn class(&self, name: &str) -> Option<&Class> {
        self.class_number(name).map(|number| &self.classes[number])
    }

    /// Returns the index of a class or a defined type.
    pub(crate) fn class_number(&self, name: &str) -> Option<usize> {
        let at = self.classes.partition_point(|class| *class.name < *name);
        let found = self.classes.get(at).filter(|class| *class.name == *name);
        found.map(|_| at)
    }

    /// Returns the index of a function that is defined here.
    pub(crate) fn function(&self, name: &str) -> Option<u32> {
        let named = |number: u32| &*self.functions[number as usize].name;
        let numbers = &self.function_numbers;
        let at = numbers.partition_point(|number| named(*number) < name);
        let found = numbers.get(at).copied();
        found.filter(|number| named(*number) == name)
    }
}
