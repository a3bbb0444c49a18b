//! Outlines: the definitions and uses of a manifest.
//!
//! An [`Outline`] contains the definitions of a program with their parameters, its resources,
//! collectors and relationships, its calls and its variables, each with its position; `json` writes
//! it. Each list is in the order of the tree: an enclosing node precedes its parts, and the last
//! operator of a chain is first, because it encloses the others. Texts are spans of the program's
//! own text ([`Program::slice`](crate::syntax::tree::Program::slice)).
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

use crate::syntax::tree::{
    AttributeOp, BinaryOp, Collects, NameId, Program, ResourceForm, Settings, Takes,
};
use polycty_core::source::Span;
use polycty_core::text::mask_secrets;

/// The definitions and uses of a program.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// Classes, defined types, nodes, functions and type aliases.
    pub definitions: Vec<Defined>,
    /// Declarations, settings, collectors and relationships of resources.
    pub resources: Vec<Declared>,
    /// All calls of functions, types and methods.
    pub calls: Vec<Called>,
    /// All uses of variables, including targets of assignments; declarations of parameters are not
    /// included.
    pub variables: Vec<Used>,
}

/// A definition.
#[derive(Clone, Debug)]
pub struct Defined {
    /// Its kind.
    pub kind: DefinedKind,
    /// The name, qualified by the enclosing classes; empty for a node.
    pub name: String,
    /// The byte that Puppet reports: that of its keyword, or of the name of an alias.
    pub at: u32,
    /// The bytes of the whole definition.
    pub span: Span,
    /// The parameters.
    pub parameters: Vec<DefinedParameter>,
    /// The parent class, as written.
    pub inherits: Option<NameId>,
    /// The return type of a function.
    pub returns: Option<Span>,
    /// The type that an alias refers to.
    pub aliased: Option<Span>,
    /// The nodes that a node definition matches.
    pub matches: Vec<Span>,
    /// The comment lines directly above it, without their signs.
    pub documentation: Option<String>,
}

/// The kinds of definitions.
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
    /// A type alias.
    Type,
}

impl DefinedKind {
    /// Returns the word for it: `class`, `define`, `function`, `node`, `type`.
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
    /// The position of its first byte.
    pub at: u32,
    /// The type; [`parse_type`](crate::parse_type) can parse it.
    pub ty: Option<Span>,
    /// The default.
    pub default: Option<Span>,
    /// Whether it takes all remaining arguments.
    pub takes: Takes,
}

impl DefinedParameter {
    /// The default as it is written. Its literals are masked if they are arguments of `Sensitive`, or
    /// if the type of the parameter names `Sensitive`.
    pub(crate) fn shown_default(&self, program: &Program) -> Option<String> {
        let default = program.slice(self.default?);
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let ty = self.ty.map_or("", |ty| program.slice(ty));
        let mut names = ty.split(|c: char| !is_name(c));
        if default == "undef" || !names.any(|name| name == "Sensitive") {
            return Some(mask_secrets(default).into_owned());
        }
        let argument = format!("Sensitive({default})");
        let masked = mask_secrets(&argument);
        let masked = masked.strip_prefix("Sensitive(").unwrap_or_default();
        Some(masked.strip_suffix(')').unwrap_or_default().to_owned())
    }
}

/// A statement about resources.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The byte that Puppet reports.
    pub at: u32,
    /// The statement.
    pub what: Declaration,
}

/// The kinds of statements about resources.
#[derive(Clone, Debug)]
// Exhaustive: the C ABI maps every variant.
pub enum Declaration {
    /// Resources of one type.
    Resource {
        /// Whether they are regular, virtual or exported.
        form: ResourceForm,
        /// The type.
        ty: Span,
        /// The bodies: titles with their attributes.
        bodies: Vec<DeclaredBody>,
    },
    /// Attributes of resources that are declared elsewhere.
    Settings {
        /// Whether they are defaults or overrides.
        of: Settings,
        /// The type, or the resources.
        target: Span,
        /// The attributes.
        attributes: Vec<DeclaredAttribute>,
    },
    /// A collector.
    Collector {
        /// The kind of resources that it collects.
        collects: Collects,
        /// The type.
        ty: Span,
        /// The condition.
        query: Option<Span>,
        /// The attributes that it sets.
        attributes: Vec<DeclaredAttribute>,
    },
    /// A relationship.
    Relationship {
        /// The operator.
        operator: BinaryOp,
        /// The left operand.
        left: Span,
        /// The right operand.
        right: Span,
    },
}

impl Declaration {
    /// Returns the word for it: `regular`, `virtual`, `exported`, `defaults`, `override`,
    /// `collect`, `collect-exported`, or the operator of a relationship.
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

/// A title with its attributes.
#[derive(Clone, Debug)]
pub struct DeclaredBody {
    /// The title, or the titles.
    pub title: Span,
    /// The attributes.
    pub attributes: Vec<DeclaredAttribute>,
}

/// An attribute that is set.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredAttribute {
    /// The name; `*` for the entries of a hash.
    pub name: NameId,
    /// The operator.
    pub operator: AttributeOp,
    /// The position of the name's first byte.
    pub at: u32,
    /// The value.
    pub value: Span,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Called {
    /// The function or the type; `None` for any other callee.
    pub name: Option<NameId>,
    /// The byte that Puppet reports: the first one, or for a method the parenthesis or the dot.
    pub at: u32,
    /// The number of arguments, without a lambda and the receiver.
    pub arguments: usize,
    /// The parameters of its lambda, if it has one.
    pub lambda: Option<Vec<DefinedParameter>>,
}

/// A use of a variable.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    /// The name, without the `$`, as written.
    pub name: NameId,
    /// The position of its first byte: that of the `$`, or in `${..}` of the name.
    pub at: u32,
}
