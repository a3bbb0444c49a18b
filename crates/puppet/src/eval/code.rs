//! Code: what an evaluation goes through.
//!
//! A program is lowered once from its tree, and evaluated as often as one likes: variables
//! have become places in the frames of the calls around, names of functions the functions
//! that they are, literals values, and types whose parameters the text says expressions that
//! are evaluated once. Nodes stand in an arena and name one another by number, so dropping
//! deep code needs no depth; beside each stands the byte that its errors point at.

use crate::eval::function::{Find, Function};
use crate::mode::Mode;
use crate::syntax::tree::{AttributeOp, BinaryOp, Collects, NameId, Program, Settings};
use crate::types::alias::cmp_names;
use polycty_core::source::Diagnostic;
use polycty_core::syntax::{Arena, Id};
use polycty_core::types::{KeyedMap, Str};
use polycty_core::values::Value;

/// A node.
pub(crate) type ExprId = Id<Expr>;

/// What an expression is once its names are known.
#[derive(Debug)]
pub(crate) enum Expr {
    /// A value that the text says.
    Constant(Value),
    /// A variable, by its number.
    Variable(u32),
    /// A parameter that a default asks for, which may have no value yet.
    Early(Box<Early>),
    /// `$0`, `$1`: a part of what was matched last.
    Matched(u32),
    /// The name of a type that is not built in.
    TypeName(Str),
    /// A type that the text says whole, made once: where it is kept, and the expression.
    Kept(u32, ExprId),
    Array(Box<[ExprId]>),
    Hash(Box<[Pair]>),
    /// A text of several parts.
    Text(Box<[ExprId]>),
    /// A text that has to follow a syntax: json, base64 or pp.
    Checked(ExprId, Str),
    /// `*`: several values where one stands.
    Splat(ExprId),
    Not(ExprId),
    Negate(ExprId),
    /// An operator between two operands.
    Binary(BinaryOp, ExprId, ExprId),
    /// Several of one precedence, from left to right.
    Chain(ExprId, Box<[Link]>),
    Access(ExprId, Box<[ExprId]>),
    Call(Box<Call>),
    /// A variable of the frame is set.
    Assign(Target, ExprId),
    /// Several are.
    Destructure(Box<Targets>, ExprId),
    /// `if` and `unless`.
    If(Box<Conditional>),
    Case(Box<Case>),
    Selector(Box<Case>),
    /// Statements, of which the last gives the value.
    Block(Box<[ExprId]>),
    /// Text of a template.
    Render(ExprId),
    /// Resources of a type.
    Resource(Box<Resource>),
    /// Attributes of resources that are declared elsewhere.
    Settings(Box<ResourceSettings>),
    /// A collector of resources.
    Collector(Box<Collector>),
    /// An expression that only a catalog has, by Puppet's label.
    Catalog(&'static str),
}

/// A parameter that a default before or of it asks for.
#[derive(Debug)]
pub(crate) struct Early {
    /// Which.
    pub(crate) name: NameId,
    /// Whose default.
    pub(crate) of: NameId,
    /// The frame of the parameters, so many lambdas further out, and the place there.
    pub(crate) hops: u32,
    pub(crate) slot: u32,
}

/// An operator, where it stands, and what stands to its right.
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

/// A variable by its name, and the places where it may stand: the innermost frame that has a
/// value there counts.
#[derive(Debug)]
pub(crate) struct Variable {
    /// As it is written.
    pub(crate) name: Str,
    pub(crate) places: Vec<Slot>,
}

/// A place in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Slot {
    /// Of the frame so many lambdas further out.
    Outward(u32, u32),
    /// By its name, among what the program that runs or the host defines.
    Global,
}

/// A call.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) name: Str,
    pub(crate) callee: Callee,
    /// How an error calls it.
    pub(crate) form: Form,
    pub(crate) args: Box<[ExprId]>,
    pub(crate) block: Option<Lambda>,
}

/// What is called.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    /// A function that the language brings.
    Own(&'static Function),
    /// A function that the same text defines.
    Here(u32),
    /// A function that the host has or loads.
    Named,
}

/// How a call is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Function,
    Method,
}

/// A lambda, the body of a function, the parameters of a class.
#[derive(Debug)]
pub(crate) struct Lambda {
    pub(crate) parameters: Box<[Parameter]>,
    pub(crate) returns: Option<ExprId>,
    pub(crate) body: ExprId,
    /// Which of the text's frames it runs in.
    pub(crate) frame: u32,
    /// Where the type of it is kept.
    pub(crate) kept: u32,
}

/// A parameter; its place in the frame is its number.
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

/// A variable of the frame that is set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) slot: u32,
    pub(crate) name: NameId,
}

/// What several values are assigned to.
#[derive(Debug)]
pub(crate) enum Targets {
    One(Target),
    Several(Box<[Targets]>),
}

/// The branches of an `if` or an `unless`, in order: what is asked, and what then is.
#[derive(Debug)]
pub(crate) struct Conditional {
    pub(crate) branches: Box<[(Test, ExprId)]>,
}

/// When a branch is taken.
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

/// An option: the values, and what then is.
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

/// Resources of a type: each with its title, or the titles of several, and attributes.
#[derive(Debug)]
pub(crate) struct Resource {
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
    /// The values that the query compares with, in the order of the text.
    pub(crate) compared: Box<[ExprId]>,
}

/// A function that a text defines.
#[derive(Debug)]
pub(crate) struct Defined {
    pub(crate) name: Str,
    pub(crate) lambda: Lambda,
    pub(crate) at: u32,
}

/// A type alias that a text defines: its name, and the text of what it stands for.
#[derive(Debug)]
pub(crate) struct AliasText {
    pub(crate) name: Str,
    pub(crate) body: Str,
    /// The names of types in it.
    pub(crate) uses: Box<[Str]>,
    /// The set of types that it is a member of, and known with.
    pub(crate) set: Option<Str>,
    pub(crate) at: u32,
}

/// A class or a defined type.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) name: Str,
    pub(crate) kind: ClassKind,
    pub(crate) lambda: Lambda,
}

/// Whether it is a class, and which one that inherits from.
#[derive(Debug)]
pub(crate) enum ClassKind {
    Class { parent: Option<Str> },
    DefinedType,
}

/// A text that was lowered.
#[derive(Debug)]
pub(crate) struct Unit {
    /// What it was lowered from, which knows lines and columns.
    pub(crate) tree: Program,
    /// Which language it is written in.
    pub(crate) mode: Mode,
    /// The functions that the language brings.
    pub(crate) find: Find,
    pub(crate) code: Arena<Expr>,
    /// The byte that the errors of each node point at.
    pub(crate) places: Vec<u32>,
    /// The byte that errors about each node as an operand point at: that of its parentheses,
    /// where it stands in some.
    pub(crate) outsides: Vec<u32>,
    pub(crate) variables: Vec<Variable>,
    /// The names of each frame's variables, by their places; the program's is the last.
    pub(crate) frames: Vec<Box<[Str]>>,
    pub(crate) body: ExprId,
    /// The variables of the program itself, by name.
    pub(crate) top: KeyedMap<Str, u32>,
    /// How many types and lambdas are kept.
    pub(crate) kept: u32,
    pub(crate) functions: Vec<Defined>,
    /// Their numbers, by their names.
    pub(crate) function_numbers: Vec<u32>,
    /// What Puppet says of a name that is defined twice.
    pub(crate) redefinition: Option<String>,
    /// By name, in the order of [`cmp_names`].
    pub(crate) aliases: Vec<AliasText>,
    /// By name.
    pub(crate) classes: Vec<Class>,
    /// What was noticed of it.
    pub(crate) warnings: Vec<Diagnostic>,
    /// What a template names as its own parameters.
    pub(crate) template: Option<Lambda>,
}

impl Unit {
    /// The byte that the errors of a node point at.
    #[inline]
    pub(crate) fn place(&self, id: ExprId) -> u32 {
        self.places[id.number()]
    }

    /// The byte that errors about an operand point at.
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
        let at = self.classes.partition_point(|class| *class.name < *name);
        self.classes.get(at).filter(|class| *class.name == *name)
    }

    /// The number of a function that is defined here.
    pub(crate) fn function(&self, name: &str) -> Option<u32> {
        let named = |number: u32| &*self.functions[number as usize].name;
        let numbers = &self.function_numbers;
        let at = numbers.partition_point(|number| named(*number) < name);
        let found = numbers.get(at).copied();
        found.filter(|number| named(*number) == name)
    }
}
