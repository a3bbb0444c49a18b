//! Outlines: what does a manifest define, and what does it use?
//!
//! An [`Outline`] has the definitions of a program with their parameters, its resources,
//! collectors and relationships, its calls and its variables, each with its place; `json`
//! writes it. Each list is in the order of the tree: what stands around something comes
//! before it, and of a chain of operators the last one first, since it stands around the
//! others. Texts are stretches of the program's own ([`Program::slice`](crate::syntax::tree::Program::slice)).
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_core::source::Source;
//! use polycty_puppet::outline::Outline;
//! use polycty_puppet::syntax::{Notation, parse_program};
//! let text = "# Runs it.\nclass a(Integer $port = 80) { notice($port) }";
//! let source = Source::new("site.pp", text);
//! let program = parse_program(source, Notation::Manifest, &Budget::new()).unwrap();
//! let outline = Outline::of(&program);
//! let class = &outline.definitions[0];
//! assert_eq!((class.name.as_str(), class.documentation.as_deref()), ("a", Some("Runs it.")));
//! let port = class.parameters[0];
//! assert_eq!(port.ty.map(|ty| program.slice(ty)), Some("Integer"));
//! assert_eq!(outline.calls.len(), 1);
//! ```

mod collect;
mod json;

use crate::syntax::tree::{AttributeOp, BinaryOp, Collects, NameId, ResourceForm, Settings, Takes};
use polycty_core::source::Span;

/// What a program defines and uses.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// Classes, defined types, nodes, functions and types' aliases.
    pub definitions: Vec<Defined>,
    /// What says something of resources.
    pub resources: Vec<Declared>,
    /// Every call of a function, of a type, and of a method.
    pub calls: Vec<Called>,
    /// Every use of a variable, what is assigned to included; the declarations of parameters
    /// are none.
    pub variables: Vec<Used>,
}

/// A definition.
#[derive(Clone, Debug)]
pub struct Defined {
    /// What is defined.
    pub kind: DefinedKind,
    /// The name, with those of the classes around; a node has none and this is empty.
    pub name: String,
    /// The byte where Puppet says that it is: its keyword, or the name of an alias.
    pub at: u32,
    /// All of it.
    pub span: Span,
    /// The parameters.
    pub parameters: Vec<DefinedParameter>,
    /// The class that a class inherits from, as written.
    pub inherits: Option<NameId>,
    /// The type of a function's result.
    pub returns: Option<Span>,
    /// The type that an alias stands for.
    pub aliased: Option<Span>,
    /// What nodes a node is for.
    pub matches: Vec<Span>,
    /// The lines of comment right above it, without their signs.
    pub documentation: Option<String>,
}

/// What is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Exhaustive: the C ABI maps every variant.
pub enum DefinedKind {
    /// A class.
    Class,
    /// A defined type.
    Define,
    /// A function.
    Function,
    /// A node.
    Node,
    /// A type's alias.
    Type,
}

impl DefinedKind {
    /// The word for it: `class`, `define`, `function`, `node`, `type`.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            DefinedKind::Class => "class",
            DefinedKind::Define => "define",
            DefinedKind::Function => "function",
            DefinedKind::Node => "node",
            DefinedKind::Type => "type",
        }
    }
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct DefinedParameter {
    /// The name, without the `$`.
    pub name: NameId,
    /// The byte that it begins at.
    pub at: u32,
    /// The type; [`parse_type`](crate::parse_type) reads it.
    pub ty: Option<Span>,
    /// The default.
    pub default: Option<Span>,
    /// Whether it takes all arguments that are left.
    pub takes: Takes,
}

/// Something that is said of resources.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The byte where Puppet says that it is.
    pub at: u32,
    /// What is said.
    pub what: Declaration,
}

/// What is said of resources.
#[derive(Clone, Debug)]
// Exhaustive: the C ABI maps every variant.
pub enum Declaration {
    /// Resources of one type.
    Resource {
        /// Where they are realised.
        form: ResourceForm,
        /// The type.
        ty: Span,
        /// A title, or several at once, and what is set.
        bodies: Vec<DeclaredBody>,
    },
    /// Attributes of resources that are declared elsewhere.
    Settings {
        /// Whether they are defaults or overrides.
        of: Settings,
        /// The type, or the resources.
        target: Span,
        /// What is set.
        attributes: Vec<DeclaredAttribute>,
    },
    /// A collector.
    Collector {
        /// Of which resources it collects.
        collects: Collects,
        /// The type.
        ty: Span,
        /// Which ones.
        query: Option<Span>,
        /// What is set of them.
        attributes: Vec<DeclaredAttribute>,
    },
    /// A relationship.
    Relationship {
        /// Which one.
        operator: BinaryOp,
        /// What stands to the left.
        left: Span,
        /// What stands to the right.
        right: Span,
    },
}

impl Declaration {
    /// The word for it: `regular`, `virtual`, `exported`, `defaults`, `override`, `collect`,
    /// `collect-exported`, or the operator of a relationship.
    #[must_use]
    pub fn form(&self) -> &'static str {
        match self {
            Declaration::Resource { form, .. } => match form {
                ResourceForm::Regular => "regular",
                ResourceForm::Virtual => "virtual",
                ResourceForm::Exported => "exported",
            },
            Declaration::Settings { of, .. } => match of {
                Settings::Defaults => "defaults",
                Settings::Override => "override",
            },
            Declaration::Collector { collects, .. } => match collects {
                Collects::Virtual => "collect",
                Collects::Exported => "collect-exported",
            },
            Declaration::Relationship { operator, .. } => operator.text(),
        }
    }
}

/// A title with what is set.
#[derive(Clone, Debug)]
pub struct DeclaredBody {
    /// The title, or the titles.
    pub title: Span,
    /// What is set.
    pub attributes: Vec<DeclaredAttribute>,
}

/// An attribute that is set.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredAttribute {
    /// The name; `*` where a hash says them.
    pub name: NameId,
    /// What is done to it.
    pub operator: AttributeOp,
    /// The byte that the name begins at.
    pub at: u32,
    /// The value.
    pub value: Span,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Called {
    /// The function or the type; nothing where something else is called.
    pub name: Option<NameId>,
    /// The byte where Puppet says that it is: its first one, or of a method the parenthesis
    /// or the dot.
    pub at: u32,
    /// How many arguments it has, without a lambda and what stands before a dot.
    pub arguments: usize,
    /// The parameters of its lambda, if it has one.
    pub lambda: Option<Vec<DefinedParameter>>,
}

/// A use of a variable.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    /// The name, without the `$`, as written.
    pub name: NameId,
    /// The byte that it begins at: the `$`, or in `${..}` the name.
    pub at: u32,
}
