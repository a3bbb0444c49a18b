//! A program: the nodes of a text, and where they stand in it.

use super::{
    Attribute, Branch, Call, CaseOption, Collector, Definition, DefinitionKind, Entry, Expr,
    ExprId, ExprKind, Exprs, Lambda, MethodCall, Name, NameId, Operation, Parameter, Resource,
    ResourceBody, ResourceSettings,
};
use crate::syntax::finding::Finding;
use crate::syntax::notation::Notation;
use polycty_core::source::{Columns, Position, Range, Source, SourceText, Span};
use polycty_core::syntax::{Arena, Id, List};
use polycty_core::values::Value;
use std::ops::Index;
use std::sync::OnceLock;

/// The parameters that a template names itself: `<% | $a, $b | %>`.
pub type TemplateParameters = Option<List<Parameter>>;

/// A text that has been read. [`Index`] gives the nodes: `program[id]`, `program[list]`.
#[derive(Debug)]
pub struct Program {
    pub(in crate::syntax) source: SourceText,
    /// The same text, counted as Puppet counts.
    pub(in crate::syntax) characters: OnceLock<SourceText>,
    pub(in crate::syntax) nodes: Nodes,
    pub(in crate::syntax) body: Exprs,
    pub(in crate::syntax) notation: Notation,
    pub(in crate::syntax) template: TemplateParameters,
    /// What the scanner warns of.
    pub(in crate::syntax) warnings: Vec<Finding>,
}

/// The arenas of a program.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    pub(crate) names: Arena<Name>,
    pub(crate) values: Arena<Value>,
    pub(crate) exprs: Arena<Expr>,
    pub(crate) lists: Arena<ExprId>,
    pub(crate) operations: Arena<Operation>,
    pub(crate) entries: Arena<Entry>,
    pub(crate) branches: Arena<Branch>,
    pub(crate) options: Arena<CaseOption>,
    pub(crate) calls: Arena<Call>,
    pub(crate) method_calls: Arena<MethodCall>,
    pub(crate) lambdas: Arena<Lambda>,
    pub(crate) parameters: Arena<Parameter>,
    pub(crate) resources: Arena<Resource>,
    pub(crate) bodies: Arena<ResourceBody>,
    pub(crate) attributes: Arena<Attribute>,
    pub(crate) settings: Arena<ResourceSettings>,
    pub(crate) collectors: Arena<Collector>,
    pub(crate) definitions: Arena<Definition>,
}

impl Nodes {
    fn memory(&self) -> usize {
        self.names.memory()
            + self.values.memory()
            + self.exprs.memory()
            + self.lists.memory()
            + self.operations.memory()
            + self.entries.memory()
            + self.branches.memory()
            + self.options.memory()
            + self.calls.memory()
            + self.method_calls.memory()
            + self.lambdas.memory()
            + self.parameters.memory()
            + self.resources.memory()
            + self.bodies.memory()
            + self.attributes.memory()
            + self.settings.memory()
            + self.collectors.memory()
            + self.definitions.memory()
    }
}

impl Program {
    /// The statements.
    #[must_use]
    #[inline]
    pub fn body(&self) -> Exprs {
        self.body
    }

    /// What the text is.
    #[must_use]
    #[inline]
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// The parameters that a template names itself.
    #[must_use]
    #[inline]
    pub fn template_parameters(&self) -> TemplateParameters {
        self.template
    }

    /// The text and its name.
    #[must_use]
    #[inline]
    pub fn source(&self) -> &Source {
        self.source.source()
    }

    /// The stretch of the text that a span stands for.
    #[must_use]
    #[inline]
    pub fn slice(&self, span: Span) -> &str {
        self.source.slice(span)
    }

    /// The lines, columns and bytes of a span, as the rest of the library counts them.
    #[must_use]
    pub fn range(&self, span: Span) -> Range {
        self.source.range(span)
    }

    /// The text of a name.
    #[must_use]
    #[inline]
    pub fn name(&self, name: NameId) -> &str {
        self.nodes.names[name].of(&self.source().text)
    }

    /// The names in the order of their numbers.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        let text = &self.source().text;
        self.nodes.names.iter().map(move |name| name.of(text))
    }

    /// How many names there are.
    #[must_use]
    #[inline]
    pub fn name_count(&self) -> usize {
        self.nodes.names.len()
    }

    /// How many expressions there are.
    #[must_use]
    #[inline]
    pub fn expression_count(&self) -> usize {
        self.nodes.exprs.len()
    }

    /// The definitions, those within others before these.
    #[inline]
    pub fn definitions(&self) -> impl ExactSizeIterator<Item = &Definition> {
        self.nodes.definitions.iter()
    }

    /// The byte where Puppet says that an expression is: an operation at its last operator, a
    /// call by `.` at its parenthesis or its dot, most others where they begin.
    #[must_use]
    pub fn at(&self, id: ExprId) -> u32 {
        at(&self.nodes, id)
    }

    /// The text that can say on which lines its bytes stand.
    #[must_use]
    pub fn text(&self) -> &SourceText {
        &self.source
    }

    /// The line and the column in characters of a byte, as Puppet tells them. The first call
    /// counts the lines of the whole text.
    #[must_use]
    pub fn place(&self, byte: u32) -> Position {
        let count = || {
            let source = self.source().clone();
            SourceText::new(source, Vec::new()).counting(Columns::Characters)
        };
        self.characters.get_or_init(count).position(byte)
    }

    /// The bytes of memory that the tree takes, the text itself included, the values of long
    /// strings not.
    #[must_use]
    pub fn memory(&self) -> usize {
        size_of::<Program>()
            + self.source.memory()
            + self.characters.get().map_or(0, SourceText::lines_memory)
            + self.nodes.memory()
    }

    /// The line and the column in clusters of characters of a byte, and the byte. The first
    /// call counts the lines of the whole text.
    #[must_use]
    pub fn position(&self, byte: u32) -> Position {
        self.source.position(byte)
    }
}

/// The byte where Puppet says that an expression is: operators and some others are not at
/// their first one.
pub(in crate::syntax) fn at(nodes: &Nodes, id: ExprId) -> u32 {
    let Expr { span, kind } = nodes.exprs[id];
    match kind {
        ExprKind::Operations { rest, .. } => match nodes.operations[rest] {
            [.., Operation { at, .. }] => at,
            [] => span.start,
        },
        ExprKind::Assignment { at, .. } => at,
        ExprKind::MethodCall(call) => nodes.method_calls[call].at,
        ExprKind::Definition(definition) => {
            let definition = &nodes.definitions[definition];
            match definition.kind {
                DefinitionKind::TypeAlias { .. } | DefinitionKind::TypeMapping { .. } => {
                    definition.name_span.start
                }
                _ => span.start,
            }
        }
        _ => span.start,
    }
}

macro_rules! index {
    ($($arena:ident: $node:ty,)*) => {$(
        impl Index<Id<$node>> for Program {
            type Output = $node;

            #[inline]
            fn index(&self, id: Id<$node>) -> &$node {
                &self.nodes.$arena[id]
            }
        }

        impl Index<List<$node>> for Program {
            type Output = [$node];

            #[inline]
            fn index(&self, list: List<$node>) -> &[$node] {
                &self.nodes.$arena[list]
            }
        }
    )*};
}

index! {
    values: Value,
    exprs: Expr,
    lists: ExprId,
    operations: Operation,
    entries: Entry,
    branches: Branch,
    options: CaseOption,
    calls: Call,
    method_calls: MethodCall,
    lambdas: Lambda,
    parameters: Parameter,
    resources: Resource,
    bodies: ResourceBody,
    attributes: Attribute,
    settings: ResourceSettings,
    collectors: Collector,
    definitions: Definition,
}
